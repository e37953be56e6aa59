package hostile;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.nio.channels.ServerSocketChannel;

/** Opens network connections, and waits for incoming connections. */
public class OpensSockets {
    public static boolean ordinaryPort(int port) {
        if (port < 1 || port > 65535) {
            return false;
        }
        return port != 22;
    }

    public static void client() throws IOException {
        new Socket("127.0.0.1", 80);
    }

    public static void server() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            server.accept();
        }
    }

    public static void channel() throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        channel.bind(new InetSocketAddress(0));
        channel.accept();
    }

    public static void datagram() throws IOException {
        DatagramSocket socket = new DatagramSocket();
        socket.send(new DatagramPacket(new byte[10], 10, InetAddress.getLoopbackAddress(), 9));
        socket.receive(new DatagramPacket(new byte[10], 10));
    }

    public static String download() throws IOException {
        return new URL("http://localhost/").openConnection().getContentType();
    }

    public static String name() throws IOException {
        return InetAddress.getByName("nowhere.example").getHostAddress();
    }
}
